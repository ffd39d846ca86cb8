//! Sums over many games, and the names of openings: opening trees, novelties, repertoires, positions of files and duplicates are what a naive program finds, move by move with shakmaty.

mod duplicates;
mod novelty;
mod opening_names;
mod openings;
mod position_in;
mod repertoire;

use crate::game::shared::own_games;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, EnPassantMode, Position};
use std::fmt::Write as _;
use tabiya::chess::{Color, MoveList};
use tabiya::{Game, Games};

/// A game as a naive program sees it.
pub(crate) struct Played {
    pub(crate) game: Game,
    /// Placement and side to move of each position of the main line.
    pub(crate) positions: Vec<String>,
    /// The moves between them.
    pub(crate) sans: Vec<String>,
}

/// Placement and side to move.
pub(crate) fn name(position: &Chess) -> String {
    let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// The games of a text that are games of chess from the first position, played by shakmaty.
pub(crate) fn played(text: &str) -> Vec<Played> {
    let mut all = Vec::new();
    for game in Games::from_reader(std::io::Cursor::new(text.as_bytes().to_vec())).expect("games") {
        let game = game.expect("a game");
        let tree = game.tree();
        let (mut position, mut moves) = (Chess::default(), MoveList::new());
        let (mut positions, mut sans) = (vec![name(&position)], Vec::new());
        for n in 1..tree.mainline_len() {
            let mut san = String::new();
            tree.write_san(n, &mut moves, &mut san);
            let read: SanPlus = san.parse().expect("SAN");
            let mv = read.san.to_move(&position).expect("a legal move");
            position = position.play(mv).expect("a legal move");
            positions.push(name(&position));
            sans.push(san);
        }
        all.push(Played { game, positions, sans });
    }
    all
}

/// Games of the project from the first position of chess, as far as shakmaty can play them, and random games of few different
/// moves with random tags.
pub(crate) fn texts(games: usize, seed: u64) -> Vec<String> {
    let mut texts = Vec::new();
    let samples = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples/games/sample.pgn");
    for path in own_games().into_iter().chain([samples]) {
        for game in Games::open(path).expect("games") {
            let game = game.expect("a game");
            let is_plain = game.tags().get("FEN").is_none() && game.tags().get("Variant").is_none();
            let tree = game.tree();
            let nulls =
                (1..tree.mainline_len()).any(|n| tree.move_to(n).is_some_and(|mv| mv.is_null() || mv.is_drop()));
            if is_plain && !nulls && !game.is_incomplete() && tree.mainline_len() < 400 {
                texts.push(text_of(&game));
            }
        }
    }
    let mut rng = fastrand::Rng::with_seed(seed);
    texts.extend((0..games).map(|_| random(&mut rng)));
    texts
}

/// The main line of a game with its own tags.
fn text_of(game: &Game) -> String {
    let mut text = String::new();
    for name in ["White", "Black", "Date", "Round", "WhiteElo", "BlackElo"] {
        if let Some(value) = game.tags().get(name) {
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
    }
    let _ = writeln!(text, "[Result \"{}\"]\n", game.result());
    let line: Vec<u32> = (1..game.tree().mainline_len()).collect();
    let mut scratch = MoveList::new();
    for n in line {
        game.tree().write_san(n, &mut scratch, &mut text);
        text.push(if n % 12 == 0 { '\n' } else { ' ' });
    }
    let _ = write!(text, "{}\n\n", game.result());
    text
}

/// A game in which few of the legal moves are played, and sometimes moves there and back again.
fn random(rng: &mut fastrand::Rng) -> String {
    let result = rng.choice(["1-0", "0-1", "1/2-1/2", "*"]).expect("a result");
    let mut text = format!("[Result \"{result}\"]\n");
    for (tag, value) in
        [("WhiteElo", 1000 + rng.u32(..1800)), ("BlackElo", 1000 + rng.u32(..1800)), ("Date", rng.u32(1900..2024))]
    {
        if rng.u8(..4) > 0 {
            let _ = writeln!(text, "[{tag} \"{value}\"]");
        }
    }
    let mut position = Chess::default();
    for ply in 0..rng.usize(..75) {
        let moves = position.legal_moves();
        let quiet = |mv: &&shakmaty::Move| mv.role() == shakmaty::Role::Knight && !mv.is_capture();
        let knights: Vec<_> = moves.iter().filter(quiet).collect();
        let mv = match (rng.u8(..3), knights.get(rng.usize(..2))) {
            (0, Some(mv)) => **mv,
            _ => match moves.get(rng.usize(..2) * 9) {
                Some(mv) => *mv,
                None => break,
            },
        };
        let _ = write!(text, "{}{}", if ply % 12 == 0 { '\n' } else { ' ' }, SanPlus::from_move(position.clone(), mv));
        position = position.play(mv).expect("a legal move");
    }
    text + " " + result + "\n\n"
}

/// The mean of the ratings that are known.
pub(crate) fn ratings<'g>(games: impl Iterator<Item = &'g Game>, color: Color) -> (u64, u32) {
    games.filter_map(|game| game.elo(color)).fold((0, 0), |(sum, count), elo| (sum + u64::from(elo), count + 1))
}
