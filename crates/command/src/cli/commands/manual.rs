//! The manual pages, of the command and of each of its parts, and the topics of the help.

use crate::cli::options::args::ManArgs;
use crate::cli::options::help::{self, Sections};
use crate::cli::options::pages;
use crate::cli::outputs::output;
use crate::cli::report::{Exit, Message, Report};
use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::io;
use tabiya_disk as disk;

/// Prints a page, or writes all of them to a folder.
pub(crate) fn manual(args: &ManArgs) -> Exit {
    let report = Report::new(false, false);
    let mut all = pages::command();
    all.build();
    let parts = all.get_subcommands().filter(|part| !part.is_hide_set() && part.get_name() != "help");
    let parts: Vec<Command> = parts.cloned().collect();
    if let Some(folder) = &args.dir {
        if let Err(error) = disk::create_folder(folder) {
            let message = Message::error("unwritable-page", format!("cannot create this folder: {error}"));
            return report.refuse(&message.file(folder.display().to_string()).help("name another folder with --dir"));
        }
        for command in std::iter::once(all).chain(parts) {
            let name = file_name(&command);
            let saved = render(command).map_err(|error| Message::error("unwritable-page", error.to_string()));
            if let Err(message) = saved.and_then(|page| output::save(&folder.join(name), &page)) {
                return report.refuse(&message);
            }
        }
        return Exit::Found;
    }
    let wanted = args.command.as_deref().unwrap_or("tabiya");
    let Some(command) = std::iter::once(all).chain(parts).find(|command| command.get_name() == wanted) else {
        let message = Message::error("no-page", format!("there is no command `{wanted}`"));
        return report.refuse(&message.help("`tabiya -h` lists the commands"));
    };
    match render(command) {
        Ok(page) => output::print(&page, &report),
        Err(error) => {
            report.error(error.to_string());
            Exit::Error
        }
    }
}

/// Shows a topic of the help. Pages of commands are shown by their `--help`.
pub(crate) fn help(name: &str) -> Exit {
    let report = Report::new(false, false);
    match pages::topic(name) {
        Ok(page) if output::stdout_takes_colors() => output::print(page.ansi().to_string().as_bytes(), &report),
        Ok(page) => output::print(page.to_string().as_bytes(), &report),
        Err(message) => report.refuse(&message),
    }
}

/// `tabiya.1`, `tabiya-search.1`
fn file_name(command: &Command) -> String {
    match command.get_name() {
        "tabiya" => "tabiya.1".into(),
        part => format!("tabiya-{part}.1"),
    }
}

fn render(command: Command) -> io::Result<Vec<u8>> {
    let sections = help::sections(command.get_name()).unwrap_or_default();
    let has_parts = command.get_subcommands().any(|part| !part.is_hide_set());
    let page = Man::new(command);
    let mut out = Vec::new();
    page.render_title(&mut out)?;
    page.render_name_section(&mut out)?;
    page.render_synopsis_section(&mut out)?;
    page.render_description_section(&mut out)?;
    page.render_options_section(&mut out)?;
    if has_parts {
        page.render_subcommands_section(&mut out)?;
    }
    ending(&sections).to_writer(&mut out)?;
    if has_parts {
        page.render_version_section(&mut out)?;
    }
    Ok(out)
}

/// What comes after the options.
fn ending(sections: &Sections) -> Roff {
    let mut roff = Roff::new();
    if !sections.notes.is_empty() {
        roff.control("SH", ["NOTES"]).text([roman(sections.notes)]);
    }
    if !sections.exit.is_empty() {
        roff.control("SH", ["EXIT STATUS"]).text([roman(sections.exit)]);
    }
    roff.control("SH", ["ENVIRONMENT"]);
    for (name, text) in help::ENVIRONMENT {
        roff.control("TP", []).text([bold(name)]).text([roman(text)]);
    }
    if !sections.examples.is_empty() {
        roff.control("SH", ["EXAMPLES"]);
        for example in &sections.examples {
            roff.control("PP", []).text([roman(*example)]);
        }
    }
    roff
}
