//! The pages of the help: that of the program, with its commands in groups; one for each command; one for each topic, which
//! has the options that many commands share.

use super::args::{Cli, Command, STYLES};
use super::help::{self, ADVANCED, CHOICE, COUNTS, GAMES, GROUPS, OUTPUT, QUERY, TOPICS, Topic};
use crate::cli::report::Message;
use clap::{Arg, ArgAction, ColorChoice, CommandFactory as _, Subcommand as _};
use std::ffi::OsString;

/// The command line, with the headings of each part's help in one order, and with what comes after the options.
pub(crate) fn command() -> clap::Command {
    with_sections(Cli::command()).mut_subcommands(|command| with_sections(in_order(command)))
}

/// The same as far as these arguments of the program can need it. Putting the help of every command in order would take most of
/// the time in which the program starts.
pub(crate) fn command_for(words: &[OsString]) -> clap::Command {
    let long = words.iter().any(|word| word == "--help");
    match words.get(1).and_then(|first| first.to_str()) {
        Some(name) if Command::has_subcommand(name) => Cli::command().mut_subcommand(name, |command| {
            let command = with_sections(in_order(command));
            if long { in_columns(command) } else { command }
        }),
        None | Some("-h" | "--help" | "-V" | "--version") => in_groups(with_sections(Cli::command()), long),
        Some(_) => command(),
    }
}

/// Puts the sections of a command after its options.
fn with_sections(command: clap::Command) -> clap::Command {
    match help::sections(command.get_name()) {
        Some(sections) => command.after_help(sections.short()).after_long_help(sections.long()),
        None => command,
    }
}

/// The long help of an argument without the short one, which it begins with.
fn said_once(argument: Arg) -> Arg {
    let (short, long) =
        (argument.get_help().map(ToString::to_string), argument.get_long_help().map(ToString::to_string));
    match short.zip(long).and_then(|(short, long)| long.strip_prefix(&short).map(|rest| rest.trim().to_owned())) {
        Some(rest) if !rest.is_empty() => argument.long_help(rest),
        _ => argument,
    }
}

/// Headings are in the order of the arguments: each heading follows the arguments of the headings before it.
fn in_order(mut command: clap::Command) -> clap::Command {
    let topics = TOPICS.iter().map(|topic| topic.heading);
    for heading in [QUERY, GAMES, OUTPUT, CHOICE.heading, COUNTS.heading, ADVANCED].into_iter().chain(topics) {
        let below = command.get_arguments().filter(|argument| argument.get_help_heading() == Some(heading));
        let below: Vec<clap::Id> = below.map(|argument| argument.get_id().clone()).collect();
        command = below.into_iter().fold(command, |command, id| command.mut_arg(id, |argument| argument));
    }
    command.mut_args(said_once)
}

/// The flag for the help, where `--help` shows the same layout as `-h`: clap gives each option of a long page three lines.
fn with_compact_help(command: clap::Command) -> clap::Command {
    let flag =
        Arg::new("help").short('h').long("help").action(ArgAction::HelpShort).help("Print help; --help has all of it");
    command.disable_help_flag(true).arg(flag)
}

/// Gives the options of a family of `search` its heading.
fn with_families(command: clap::Command) -> clap::Command {
    if command.get_name() != "search" {
        return command;
    }
    command.mut_args(|argument| {
        let family = [CHOICE, COUNTS].into_iter().find(|family| family.options.contains(&argument.get_id().as_str()));
        match family {
            Some(family) => argument.help_heading(family.heading),
            None => argument,
        }
    })
}

/// True if a command has options of this topic.
fn takes(command: &clap::Command, topic: &Topic) -> bool {
    command.get_arguments().any(|argument| argument.get_help_heading() == Some(topic.heading))
}

/// The page of `--help`: every option in columns, except those of the topics, which are named at its end.
fn in_columns(command: clap::Command) -> clap::Command {
    let sections = help::sections(command.get_name()).unwrap_or_default();
    let command = with_families(command);
    let shared: Vec<&Topic> = TOPICS.iter().filter(|topic| takes(&command, topic)).collect();
    let ending = sections.of_page(&shared);
    let command = command.mut_args(|argument| {
        let is_shared = TOPICS.iter().any(|topic| argument.get_help_heading() == Some(topic.heading));
        let text = argument.get_long_help().or(argument.get_help()).cloned().unwrap_or_default();
        argument.help(text).hide_short_help(false).hide(is_shared)
    });
    in_order(with_compact_help(command)).after_help(ending)
}

/// The page of the program: its commands in groups. The page of `-h` leaves out those that few people need.
fn in_groups(command: clap::Command, long: bool) -> clap::Command {
    let (heading, name) = (STYLES.get_header(), STYLES.get_literal());
    let mut lines = Vec::new();
    for (group, names) in GROUPS {
        let mut shown = names.iter().filter(|name| long || !help::RARE.contains(name)).peekable();
        if shown.peek().is_some() {
            lines.push(format!("{}{group}:{}", heading.render(), heading.render_reset()));
        }
        for part in shown.filter_map(|name| command.find_subcommand(name)) {
            let about = part.get_about().map(ToString::to_string).unwrap_or_default();
            lines.push(format!("  {}{:<11}{}  {about}", name.render(), part.get_name(), name.render_reset()));
        }
    }
    let ending = help::sections("tabiya").unwrap_or_default();
    let ending = if long { ending.of_page(&TOPICS.iter().collect::<Vec<_>>()) } else { ending.short() };
    with_compact_help(command)
        .mut_args(|argument| {
            let hidden = !long && argument.is_hide_short_help_set();
            argument.hide_short_help(hidden)
        })
        .mut_subcommands(|part| part.hide(true))
        .help_template("{about-with-newline}{usage-heading} {usage}\n\n{before-help}{all-args}{after-help}")
        .before_help(lines.join("\n"))
        .after_help(ending)
}

/// The page of a topic.
///
/// # Errors
///
/// If there is no topic of this name.
pub(crate) fn topic(name: &str) -> Result<clap::builder::StyledStr, Message> {
    let Some(topic) = TOPICS.iter().find(|topic| topic.name == name) else {
        let topics = TOPICS.map(|topic| topic.name).join(", ");
        let message = Message::error("no-page", format!("there is no command and no topic `{name}`"));
        return Err(message.help(format!("`tabiya --help` lists the commands; the topics are {topics}")));
    };
    let all = Cli::command().mut_subcommands(with_families);
    let users = all.get_subcommands().filter(|command| takes(command, topic)).map(clap::Command::get_name);
    let users = users.collect::<Vec<_>>().join(", ");
    let about = if users.is_empty() { help::environment() } else { format!("{}\n\nCommands: {users}", topic.about) };
    let search = all.find_subcommand("search").cloned().unwrap_or_default();
    let of_topic = |argument: Arg| {
        let hidden = argument.get_help_heading() != Some(topic.heading);
        argument.hide(hidden).hide_short_help(false)
    };
    let mut page = in_order(search)
        .mut_args(of_topic)
        .disable_help_flag(true)
        .styles(STYLES)
        .color(ColorChoice::Auto)
        .help_template("{before-help}{all-args}{after-help}")
        .before_long_help(about);
    Ok(page.render_long_help())
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn options_are_consistent() {
        command().debug_assert();
    }

    #[test]
    fn every_command_has_its_text_and_every_text_its_command() {
        let parts = command();
        let commands: Vec<&str> = parts.get_subcommands().map(clap::Command::get_name).collect();
        let texts: Vec<&str> = help::all().map(|(name, _)| name).collect();
        // The options of `cql` are not those of clap, and `help` has none.
        let without: Vec<&&str> = commands.iter().filter(|name| !texts.contains(name)).collect();
        assert_eq!(without, [&"cql", &"help"]);
        let left_out =
            ["engine", "serve"].into_iter().filter(|_| cfg!(not(all(feature = "engine", feature = "serve"))));
        let known: Vec<&str> = commands.into_iter().chain(["tabiya"]).chain(left_out).collect();
        texts.iter().for_each(|name| assert!(known.contains(name), "{name}"));
    }

    /// The words of a command line, as a shell passes them on.
    fn words(line: &str) -> Vec<OsString> {
        let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
        for sign in line.chars().chain([' ']) {
            match quote {
                Some(open) if open == sign => quote = None,
                None if matches!(sign, '\'' | '"') => quote = Some(sign),
                None if matches!(sign, '<' | '>' | '|') => break,
                None if sign == ' ' && !word.is_empty() => words.push(std::mem::take(&mut word).into()),
                None if sign == ' ' => {}
                _ => word.push(sign),
            }
        }
        words
    }

    #[test]
    fn examples_are_command_lines() {
        for (name, _) in help::all() {
            let sections = help::sections(name).expect("a text");
            assert!(!sections.examples.is_empty(), "{name}");
            for example in sections.examples {
                let line = super::super::command_line::read(words(example).into_iter());
                let line = line.unwrap_or_else(|message| panic!("{example}: {}", message.text()));
                let known = cfg!(feature = "serve") || !line.iter().any(|word| word == "serve" || word == "engine");
                let read = command_for(&line).try_get_matches_from(line);
                // A file of names is read at once, and that of the example is not there.
                let is_absent = |error: &clap::Error| {
                    error.kind() == clap::error::ErrorKind::ValueValidation && error.to_string().contains("names.ssp")
                };
                let known = known && !read.as_ref().is_err_and(is_absent);
                assert!(read.is_ok() || !known, "{example}: {read:?}");
            }
        }
    }

    #[test]
    fn each_command_is_in_one_group() {
        let grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        for part in command().get_subcommands() {
            let times = grouped.iter().filter(|name| **name == part.get_name()).count();
            assert_eq!(times, 1, "{}", part.get_name());
        }
        help::RARE.iter().for_each(|name| assert!(grouped.contains(name), "{name}"));
    }

    #[test]
    fn families_name_options_of_the_search() {
        let all = command();
        let search = all.find_subcommand("search").expect("the command");
        for id in [CHOICE, COUNTS].iter().flat_map(|family| family.options) {
            assert!(search.get_arguments().any(|argument| argument.get_id() == id), "{id}");
        }
    }
}
