//! The files in `bindings/cluster/deploy`: what can be said of them without Slurm and Kubernetes.

use crate::fleet::project;
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

/// The options of a program, as its help lists them.
fn options(program: &str) -> BTreeSet<String> {
    let help = Command::new(program).arg("--help").output().expect("it starts");
    words(&String::from_utf8_lossy(&help.stdout))
}

/// All words that begin as options do.
fn words(text: &str) -> BTreeSet<String> {
    let parts = text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '-'));
    parts.filter(|word| word.starts_with("--") && word.len() > 2).map(str::to_owned).collect()
}

fn read(path: &str) -> String {
    fs::read_to_string(project().join("bindings/cluster/deploy").join(path)).expect("a file")
}

/// What follows in a manifest after the name of a program, up to its next key.
fn arguments(manifest: &str) -> String {
    let (_, rest) = manifest.split_once("args:").expect("arguments");
    rest.lines().skip(1).take_while(|line| line.trim_start().starts_with("- ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn manifests_and_scripts_use_options_that_there_are() {
    let scheduler = options(env!("CARGO_BIN_EXE_tabiya-scheduler"));
    let executor = options(env!("CARGO_BIN_EXE_tabiya-executor"));
    let unknown = |text: &str, known: &BTreeSet<String>| words(text).difference(known).cloned().collect::<Vec<_>>();
    let nothing: Vec<String> = Vec::new();
    let used = arguments(&read("kubernetes/scheduler.yaml"));
    assert!(words(&used).len() >= 3, "{used}");
    assert_eq!(unknown(&used, &scheduler), nothing);
    let used = arguments(&read("kubernetes/executors.yaml"));
    assert!(words(&used).len() >= 5, "{used}");
    assert_eq!(unknown(&used, &executor), nothing);
    let script = read("slurm.sh");
    for (name, known) in [("\ntabiya-scheduler ", &scheduler), ("exec tabiya-executor ", &executor)] {
        let (_, rest) = script.split_once(name).expect("a call");
        let call: String = rest
            .split_inclusive('\n')
            .scan(true, |goes_on, line| {
                let now = *goes_on;
                *goes_on = line.ends_with("\\\n");
                now.then_some(line)
            })
            .collect();
        assert!(words(&call).len() >= 2, "{call}");
        assert_eq!(unknown(&call, known), nothing);
    }
}

#[test]
fn the_script_is_one_of_bash() {
    let path = project().join("bindings/cluster/deploy/slurm.sh");
    let run = Command::new("bash").arg("-n").arg(path).output().expect("bash starts");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

#[test]
fn the_image_is_built_by_the_oldest_rust_that_builds_it() {
    let manifest = fs::read_to_string(project().join("Cargo.toml")).expect("a manifest");
    let (_, rest) = manifest.split_once("\nrust-version = \"").expect("a version");
    let version = rest.split('"').next().expect("a version");
    assert!(read("Containerfile").contains(&format!("FROM rust:{version}-")), "{version}");
}

#[test]
fn all_manifests_have_the_image_of_this_version() {
    let version = env!("CARGO_PKG_VERSION");
    assert!(read("kubernetes/image/kustomization.yaml").contains(&format!("newTag: \"{version}\"\n")));
    assert!(read("Containerfile").contains(&format!("--tag tabiya:{version} ")));
    for folder in ["kubernetes", "kubernetes/query", "kubernetes/shards"] {
        let list = read(&format!("{folder}/kustomization.yaml"));
        let named: Vec<&str> = list.lines().filter_map(|line| line.trim_start().strip_prefix("- ")).collect();
        let place = project().join("bindings/cluster/deploy").join(folder);
        assert!(named.iter().all(|name| place.join(name).exists()), "{folder}: {named:?}");
        assert!(named.iter().any(|name| name.ends_with("image")), "{folder}: {named:?}");
        for manifest in named.iter().filter(|name| name.ends_with(".yaml")) {
            assert!(read(&format!("{folder}/{manifest}")).contains("image: tabiya\n"), "{manifest}");
        }
    }
}
