//! Many real games in 24 shards.

use crate::fleet::{Fleet, alone, shard, sorted};
use tabiya_tables::Reporter;

#[tokio::test(flavor = "multi_thread")]
async fn twenty_four_shards_of_otb() {
    let Some(games) = tabiya_test_support::outside("corpora/otb.pgn.zst") else { return };
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
