//! Arguments of the table functions, the order of rows, and the types and names of columns.

use super::{SAMPLE, context, number, rows};

#[tokio::test(flavor = "multi_thread")]
async fn sort_puts_the_best_games_first() {
    let (context, _) = context(2);
    let games = async |sql: String| -> Vec<u64> {
        rows(&context, &sql).await.unwrap().iter().map(|row| row[0].parse().unwrap()).collect()
    };
    let found = games(format!("select game from cql('mate', '{SAMPLE}')")).await;
    let mut last_first = found.clone();
    last_first.sort_unstable_by(|a, b| b.cmp(a));
    assert!(found.is_sorted() && found.len() > 4, "{found:?}");
    let sorted = format!("cql('mate sort gamenumber', '{SAMPLE}')");
    assert_eq!(games(format!("select game from {sorted}")).await, last_first);
    assert_eq!(games(format!("select game from {sorted} where white <> '?' limit 2")).await, last_first[..2]);
    assert_eq!(number(&context, &format!("select count(*) from {sorted}")).await, found.len() as u64);
}

#[tokio::test(flavor = "multi_thread")]
async fn dialects_and_recipes() {
    let (context, _) = context(2);
    let count = async |arguments: &str| number(&context, &format!("select count(*) from cql({arguments})")).await;
    // In CQL 5 `not` takes the longest argument.
    let (five, six) = ("not (check or wtm)", "(not check) or wtm");
    let both = [count(&format!("'{five}', '{SAMPLE}'")).await, count(&format!("'{six}', '{SAMPLE}'")).await];
    assert_ne!(both[0], both[1]);
    let query = "not check or wtm";
    assert_eq!(count(&format!("'{query}', '{SAMPLE}', dialect => '5'")).await, both[0]);
    assert_eq!(count(&format!("'{query}', '{SAMPLE}', dialect => '6'")).await, both[1]);
    let legal = tabiya_session::recipes::query_of("legal-mate").unwrap().replace('\'', "''");
    let by_name = count(&format!("recipe => 'legal-mate', '{SAMPLE}'")).await;
    assert!(by_name > 0);
    assert_eq!(by_name, count(&format!("'{legal}', '{SAMPLE}'")).await);
    for (wrong, told) in [
        ("'mate', 'x.pgn', dialect => '7'", "dialect => '5', '6' or 'auto'"),
        ("recipe => 'smothered', 'x.pgn'", "smothered-mate"),
        ("'mate', 'x.pgn', recipe => 'fools-mate'", "in place of the query"),
    ] {
        let error = context.sql(&format!("select * from cql({wrong})")).await.unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn days_are_dates() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.pgn");
    // June has thirty days; 1900 was not a leap year.
    let dates = ["1926.06.31", "1926.06.30", "1926.??.??", "1851.6.21", "1900.02.29", "2024.02.29"];
    let games: String = dates.map(|date| format!("[Date \"{date}\"]\n\n1. e4 *\n\n")).concat();
    std::fs::write(&path, games).unwrap();
    let (context, _) = context(2);
    let of = |what: &str| format!("select {what} from games('{}') order by game", path.display());
    let days: Vec<String> = rows(&context, &of("day")).await.unwrap().into_iter().flatten().collect();
    assert_eq!(days, ["", "1926-06-30", "", "1851-06-21", "", "2024-02-29"]);
    let months = rows(&context, &of("date_part('month', day), arrow_typeof(day)")).await.unwrap();
    assert_eq!(months[1], ["6", "Date32"]);
    let table = format!("games('{}')", path.display());
    for (condition, expected) in [
        ("day < date '1926-07-01'", 2),
        ("day >= date '1926-06-30'", 2),
        ("day between date '1851-06-21' and '1926-06-29'", 1),
        ("day is null", 3),
        ("date_part('year', day) = 2024", 1),
    ] {
        let counted = format!("select count(*) from {table} where {condition}");
        assert_eq!(number(&context, &counted).await, expected, "{condition}");
    }
    let found = format!("select day from cql('move to e4', '{}') where day > date '2000-01-01'", path.display());
    assert_eq!(rows(&context, &found).await.unwrap(), [["2024-02-29"]]);
}

#[tokio::test(flavor = "multi_thread")]
async fn text_that_is_no_pgn_is_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("passwd");
    std::fs::write(&path, "root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534::/:/bin/false\n").unwrap();
    let (context, _) = context(1);
    let error = rows(&context, &format!("select count(*) from games('{}')", path.display())).await.unwrap_err();
    assert!(error.to_string().contains("not PGN"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn columns_of_functions_have_names_that_one_can_read() {
    let (context, _) = context(1);
    let sql = "select cql_count('check', pgn), cql_match('mate', g.pgn) from (values ('1. e4 *')) as g (pgn)";
    let frame = context.sql(sql).await.unwrap();
    let names: Vec<&str> = frame.schema().fields().iter().map(|field| field.name().as_str()).collect();
    assert_eq!(names, ["cql_count('check', g.pgn)", "cql_match('mate', g.pgn)"]);
    let names = context.sql("select cql_count('check', '1. e4 *')").await.unwrap();
    assert_eq!(names.schema().field(0).name(), "cql_count('check', '1. e4 *')");
}
