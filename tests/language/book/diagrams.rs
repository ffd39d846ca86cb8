//! The pictures of the book. A comment `<!-- diagram FEN | mark e4 d5 | arrow e2e4 | black -->` before an image says what
//! the image shows; the file of the image is what the library draws of it.

use crate::book::pages;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tabiya::chess::{Bitboard, Color, Square, fen};
use tabiya_diagram::Diagram;

/// A picture that a page describes.
struct Picture {
    file: PathBuf,
    svg: String,
}

/// The pictures of a page, from its source and the place of its file.
fn pictures(source: &str, page: &Path) -> Vec<Result<Picture, String>> {
    let lines: Vec<&str> = source.lines().collect();
    let described = lines.windows(2).filter_map(|two| Some((two[0].strip_prefix("<!-- diagram ")?, two[1])));
    described.map(|(text, image)| picture(text, image, page)).collect()
}

fn picture(text: &str, image: &str, page: &Path) -> Result<Picture, String> {
    let fault = || format!("{}: no diagram in `{text}` and `{image}`", page.display());
    let text = text.strip_suffix("-->").ok_or_else(fault)?;
    let (title, link) = image.strip_prefix("![").and_then(|rest| rest.split_once("](")).ok_or_else(fault)?;
    let link = link.strip_suffix(')').ok_or_else(fault)?;
    let mut parts = text.split('|').map(str::trim);
    let setup = fen::parse(parts.next().unwrap_or_default()).map_err(|error| format!("{}: {error}", fault()))?;
    let mut diagram = Diagram::new(&setup.board).title(title);
    for part in parts {
        let (kind, what) = part.split_once(' ').unwrap_or((part, ""));
        let square = |name: &str| name.parse::<Square>().map_err(|_| fault());
        match kind {
            "black" => diagram = diagram.orientation(Color::Black),
            "mark" => {
                for name in what.split_whitespace() {
                    diagram = diagram.mark(Bitboard::from(square(name)?));
                }
            }
            "arrow" => {
                for name in what.split_whitespace() {
                    let (from, to) = name.split_at_checked(2).ok_or_else(fault)?;
                    diagram = diagram.arrow(square(from)?, square(to)?);
                }
            }
            _ => return Err(fault()),
        }
    }
    let file = page.parent().ok_or_else(fault)?.join(link);
    Ok(Picture { file, svg: diagram.to_svg() })
}

/// Writes the pictures of a page.
pub(crate) fn write_all(source: &str, page: &Path) {
    for picture in pictures(source, page).into_iter().flatten() {
        std::fs::create_dir_all(picture.file.parent().expect("a folder")).expect("a folder of pictures");
        std::fs::write(&picture.file, &picture.svg).expect("a picture is written");
    }
}

#[test]
fn pictures_show_what_the_pages_say() {
    let write = std::env::var_os("TABIYA_BOOK").is_some_and(|value| value == "write");
    let (mut wrong, mut drawn) = (Vec::new(), BTreeSet::new());
    for page in pages::pages() {
        let path = pages::folder().join(&page.name);
        let there = pictures(&page.source, &path);
        let images = page.source.lines().filter(|line| line.starts_with("![")).count();
        if images != there.len() {
            wrong.push(format!("{}: {images} images, but {} descriptions of diagrams", page.name, there.len()));
        }
        for picture in there {
            match picture {
                Err(fault) => wrong.push(fault),
                Ok(picture) => {
                    let file = picture.file.file_name().expect("a name").to_string_lossy().into_owned();
                    if std::fs::read_to_string(&picture.file).ok().as_deref() != Some(picture.svg.as_str()) {
                        wrong.push(format!("{}: {file} differs from its description", page.name));
                    }
                    if !drawn.insert(file.clone()) {
                        wrong.push(format!("{}: {file} is used twice", page.name));
                    }
                }
            }
        }
        if write {
            write_all(&page.source, &path);
        }
    }
    let files = std::fs::read_dir(pages::folder().join("diagrams")).into_iter().flatten();
    let files = files.map(|file| file.expect("an entry").file_name().to_string_lossy().into_owned());
    wrong.extend(files.filter(|file| !drawn.contains(file)).map(|file| format!("no page shows {file}")));
    assert!(drawn.len() > 100, "the test has lost sight of the pictures: it saw {}", drawn.len());
    crate::book::fail(wrong, "pictures are wrong (TABIYA_BOOK=write draws them)");
}

/// The pieces of the page are those of the pictures, in the colours of the two sides.
#[test]
fn the_page_shows_the_same_pieces() {
    let drawings = include_str!("../../../crates/diagram/src/pieces.svg");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (side, fill, stroke, lines) in [('w', "#fff", "#1a1a1a", "#1a1a1a"), ('b', "#2b2b2b", "#111", "#e8e8e8")] {
        for piece in "PNBRQK".chars() {
            let file = root.join(format!("web/src/board/pieces/{side}{piece}.svg"));
            let id = format!(" id=\"tabiya-{}\"", piece.to_ascii_lowercase());
            let drawing = drawings.lines().find(|line| line.contains(&id)).expect("a drawing").replace(&id, "");
            let outline = drawing.replace("\"/><path", &format!("\" fill=\"{fill}\" stroke=\"{stroke}\"/><path"));
            let drawing = outline.replace("currentColor", lines);
            let expected = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 45 45\">{drawing}</svg>");
            assert_eq!(std::fs::read_to_string(&file).expect("a picture").trim(), expected, "{}", file.display());
        }
    }
}
