//! Many real games in 24 shards.

use crate::fleet::{Fleet, alone, project, shard, sorted};
use std::io::Write as _;
use tabiya_tables::Reporter;

#[tokio::test(flavor = "multi_thread")]
async fn twenty_four_shards_of_otb() {
    let games = project().join("../shared/corpora/otb.pgn.zst");
    if !games.is_file() {
        // Past the test harness, which shows nothing of tests that pass.
        let line = "SKIPPED: twenty_four_shards_of_otb, for there is no ../shared/corpora/otb.pgn.zst\n";
        std::io::stderr().write_all(line.as_bytes()).expect("standard error takes a line");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    shard(&[games.as_path()], &folder.path().join("s"), &["--shards", "24"]);
    let fleet = Fleet::start(2);
    let (cluster, alone) = (fleet.session(), alone(Reporter::default()));
    let statements = [
        "select file, game, position, white, fen from cql('mate move previous from N', @)",
        "select eco, result, count(*), sum(ply) from cql('next (check check check)', @) group by eco, result",
    ];
    for statement in statements {
        let files = |name: &str| {
            let path = folder.path().join("s").join(name);
            statement.replace('@', &format!("'{}'", path.display()))
        };
        let expected = sorted(&alone, &files("shard-*")).await;
        assert!(expected.len() > 50);
        assert!(sorted(&cluster, &files("manifest.json")).await == expected, "{statement}");
    }
    assert_eq!(fleet.searched(0).len() + fleet.searched(1).len(), 24 * statements.len());
}
