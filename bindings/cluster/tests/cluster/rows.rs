//! Statements of all kinds: the same rows as in one process.

use crate::fleet::{Fleet, alone, project, rows, shard, sorted};
use tabiya_tables::Reporter;

/// Statements, with `cql(QUERY, @)` in the place of the shards.
const STATEMENTS: [&str; 17] = [
    "select * from cql('mate', @)",
    "select game, position, fen, tags from cql('check', @) where white like '%a%' and ply > 20",
    "select white, result from cql('mate', @) where result = '1-0'",
    "select eco, count(*) as n from cql('check', @) group by eco",
    "select count(*) from cql('true', @)",
    "select count(*), min(ply), max(ply), avg(ply), sum(position) from cql('check', @)",
    "select count(distinct white) from cql('check', @)",
    "select result, count(distinct game) from cql('check', @) group by result having count(*) > 3",
    "select distinct result from cql('check', @)",
    "select count(*) from cql('false', @)",
    "select white from cql('false', @)",
    "select p, avg(n) from (select ply % 7 as p, count(*) as n from cql('check', @) group by ply % 7, white) group by p",
    "select a.game, a.position from cql('mate', @) a join cql('wtm check', @) b on a.game = b.game and a.position = b.position",
    "select game from cql('mate', @) union all select position from cql('stalemate', @)",
    "select game, value from cql('check', @, select => 'value=#[rq]') where value > 3",
    "select game, position, moves from cql('next (check check check)', @, variations => true)",
    "select result, upper(white) from cql('mate', @) where length(black) % 2 = 0 and upper(result) <> '*'",
];

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_those_of_one_process() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = project().join("tests/data/games");
    let files = ["mainline.pgn", "variations.pgn", "wild.pgn"].map(|name| games.join(name));
    let fleet = Fleet::start(2);
    let (cluster, alone) = (fleet.session(), alone(Reporter::default()));
    for (kind, options) in [("pgn", &["--size", "60K"][..]), ("base", &["--games", "97", "--database"])] {
        let shards = folder.path().join(kind);
        shard(&files.each_ref().map(|path| path.as_path()), &shards, options);
        let here = shards.display();
        for statement in STATEMENTS {
            let there = statement.replace('@', &format!("'{here}/manifest.json'"));
            let one = statement.replace('@', &format!("'{here}/shard-*'"));
            let expected = sorted(&alone, &one).await;
            assert_eq!(expected.is_empty(), statement.starts_with("select white from cql('false'"), "{one}");
            assert_eq!(sorted(&cluster, &there).await, expected, "{there}");
        }
        // In an order that the statement asks for.
        let statement =
            "select white, count(*) as n from cql('check', @) group by white order by n desc, white limit 7";
        let expected = rows(&alone, &statement.replace('@', &format!("'{here}/shard-*'"))).await.expect("rows");
        let found = rows(&cluster, &statement.replace('@', &format!("'{here}/manifest.json'"))).await.expect("rows");
        assert_eq!((found.len(), &found), (7, &expected));
        // Any seven rows, but all checked.
        let some =
            "select game, position from cql('check', @) limit 7".replace('@', &format!("'{here}/manifest.json'"));
        assert_eq!(rows(&cluster, &some).await.expect("rows").len(), 7);
    }
    assert!(!fleet.searched(0).is_empty() && !fleet.searched(1).is_empty(), "both have worked");
}

/// Partial aggregates go to the executors, and a glob does without a manifest.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_done_where() {
    let fleet = Fleet::start(1);
    let games = project().join("tests/data/games");
    let files = format!("{}/[lst]*.pgn", games.display());
    let plan = |text: &str| format!("explain {text}");
    let cluster = fleet.session();
    let count = format!("select result, count(*) from cql('mate', '{files}') where ply % 2 = 1 group by result");
    let text = sorted(&cluster, &plan(&count)).await.join("\n");
    let line = text.lines().find(|line| line.contains("ClusterExec")).unwrap_or_else(|| panic!("{text}"));
    assert!(
        line.contains("shards=3") && line.contains("AggregateExec: mode=Partial") && line.contains("FilterExec"),
        "{text}"
    );
    assert_eq!(sorted(&cluster, &count).await, sorted(&alone(Reporter::default()), &count).await);
}
