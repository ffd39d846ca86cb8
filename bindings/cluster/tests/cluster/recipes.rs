//! All recipes and themes: the rows of the command, in their order, from SQL in one process and from a cluster.

use crate::fleet::{Fleet, alone, project, rows, shard, tabiya};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tabiya_tables::Reporter;
use tabiya_test_support::size;

/// The texts of all recipes, except those that use tablebases.
fn recipes(folder: &Path) -> Vec<PathBuf> {
    let themes = fs::read_dir(folder).expect("a folder").map(|theme| theme.expect("a theme").path());
    let files = themes.filter(|path| path.is_dir()).flat_map(|theme| fs::read_dir(theme).expect("recipes"));
    let files = files.map(|file| file.expect("a recipe").path());
    let mut files: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|ending| ending == "cql"))
        .filter(|path| !fs::read_to_string(path).expect("a text").contains("tablebase"))
        .collect();
    files.sort();
    files
}

/// The statement that asks for these columns of a query, whose rows come in the order of the command: that of the games, or of `sort`.
fn statement(query: &Path, games: &str, columns: &[&str]) -> String {
    let names: Vec<String> = columns.iter().skip(1).map(|name| format!("\"{name}\"")).collect();
    let text = fs::read_to_string(query).expect("a recipe").replace('\'', "''");
    format!("select {} from cql('{text}', '{games}')", names.join(", "))
}

/// A row but for the file, written as [`rows`] writes it.
fn cells(row: &csv::StringRecord) -> String {
    let cells: Vec<&str> = row.iter().skip(1).map(|cell| if cell.is_empty() { "null" } else { cell }).collect();
    cells.join("|")
}

#[tokio::test(flavor = "multi_thread")]
async fn recipes_find_what_the_command_finds() {
    let recipes = recipes(&project().join("recipes"));
    assert!(recipes.len() >= 200, "{} recipes", recipes.len());
    let step = recipes.len().div_ceil(size("recipes", 90, recipes.len()));
    let recipes: Vec<&PathBuf> = recipes.iter().step_by(step).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let (games, shards) = (folder.path().join("games.pgn"), folder.path().join("shards"));
    let parts = ["wild", "mainline", "variations", "studies", "extra"];
    let parts = parts.map(|name| fs::read(project().join(format!("tests/data/games/{name}.pgn"))).expect("games"));
    fs::write(&games, parts.concat()).expect("written");
    shard(&[&games], &shards, &["--shards", "3", "--database"]);
    // Recipes of different themes may have one name.
    let mut command = Command::new(tabiya());
    command.args(["search", "-q", "--format", "csv", "-o"]).arg(folder.path().join("{query}.csv")).arg(&games);
    for (number, recipe) in recipes.iter().enumerate() {
        let query = folder.path().join(format!("{number}.cql"));
        fs::copy(recipe, &query).expect("copied");
        command.arg("-f").arg(query);
    }
    assert!(command.status().expect("tabiya runs").success());

    let fleet = Fleet::start(2);
    let (cluster, alone) = (fleet.session(), alone(Reporter::default()));
    let (mut wrong, mut found, mut rejected) = (Vec::new(), 0, 0);
    for (number, recipe) in recipes.iter().enumerate() {
        let mut table = csv::Reader::from_path(folder.path().join(format!("{number}.csv"))).expect("a table");
        let columns = table.headers().expect("a header").clone();
        let expected: Vec<String> = table.records().map(|row| cells(&row.expect("a row"))).collect();
        found += usize::from(!expected.is_empty());
        let columns: Vec<&str> = columns.iter().collect();
        let here = statement(recipe, &games.display().to_string(), &columns);
        let there = statement(recipe, &shards.join("manifest.json").display().to_string(), &columns);
        for (who, session, statement) in [("SQL", &alone, here), ("the cluster", &cluster, there)] {
            let rows = rows(session, &statement).await.unwrap_or_else(|error| vec![error.to_string()]);
            // A cluster does not compare the games of all shards, and says so.
            let is_rejected = who == "the cluster" && rows.first().is_some_and(|row| row.contains("because `sort`"));
            rejected += usize::from(is_rejected);
            if rows != expected && !is_rejected {
                let other = rows.iter().zip(&expected).find(|(row, expected)| row != expected);
                wrong.push(format!(
                    "{}, {who}: {} rows, not {}: {other:?}",
                    recipe.display(),
                    rows.len(),
                    expected.len()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} recipes\n{}", wrong.len(), recipes.len(), wrong.join("\n"));
    assert!(rejected * 10 < recipes.len(), "{rejected} of {} recipes are rejected", recipes.len());
    assert!(found * 2 > recipes.len(), "{found} of {} recipes find something", recipes.len());
}
