use std::time::Instant;
use tabiya_chess::*;
use tabiya_database::*;
use tabiya_pgn::*;
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/stat").unwrap();
    let f: Vec<&str> = s.rsplit(')').next().unwrap().split_whitespace().collect();
    (f[11].parse::<f64>().unwrap() + f[12].parse::<f64>().unwrap()) / 100.0
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (mode, path) = (&args[1], &args[2]);
    let start = cpu();
    let _ = Instant::now();
    match mode.as_str() {
        "parse" => {
            let mut games = Games::open(path).unwrap();
            let (mut raw, mut game) = (RawGame::default(), Game::new());
            let mut n = 0u64;
            let mut checks = 0u64;
            while games.read_raw(&mut raw).unwrap() {
                game.parse(&raw);
                n += u64::from(game.tree().len());
                for i in 0..game.tree().len() {
                    checks += u64::from(game.tree().board(i).is_check());
                }
            }
            println!("parse {n} positions {checks} checks");
        }
        "build" => {
            let exact = args.get(4).is_none_or(|a| a != "plain");
            let mut games = Games::open(path).unwrap();
            let (mut raw, mut game) = (RawGame::default(), Game::new());
            let mut block = BlockBuilder::new(&Options { exact_positions: exact });
            let mut writer = Writer::create(std::fs::File::create(&args[3]).unwrap()).unwrap();
            while games.read_raw(&mut raw).unwrap() {
                game.parse(&raw);
                block.add(&games.file().to_string_lossy(), &raw, &game);
                if block.is_full() {
                    writer.write(&block.finish()).unwrap();
                }
            }
            writer.write(&block.finish()).unwrap();
            writer.finish().unwrap();
            let (a, b) = (std::fs::metadata(path).unwrap().len(), std::fs::metadata(&args[3]).unwrap().len());
            println!("{a} -> {b}: {:.2} %", b as f64 * 100.0 / a as f64);
        }
        "read" => {
            let db = Database::open(path).unwrap();
            println!("{:?}", db.info());
            let mut game = Game::new();
            let mut n = 0u64;
            let mut checks = 0u64;
            for b in 0..db.blocks() {
                let block = db.read_block(b).unwrap();
                for i in 0..block.len() {
                    block.read(i, &Reading::default(), &mut game).unwrap();
                    n += u64::from(game.tree().len());
                    for i in 0..game.tree().len() {
                        checks += u64::from(game.tree().board(i).is_check());
                    }
                }
            }
            println!("read {n} positions {checks} checks");
        }
        "tags" => {
            let db = Database::open(path).unwrap();
            let mut game = Game::new();
            let mut n = 0u64;
            for b in 0..db.blocks() {
                let block = db.read_block(b).unwrap();
                for i in 0..block.len() {
                    block.read_unless(i, &Reading::default(), &mut game, |_| true).unwrap();
                    n += u64::from(game.tags().get("White").is_some_and(|w| w.contains("Kasparov")));
                }
            }
            println!("tags: {n}");
        }
        "summaries" => {
            let db = Database::open(path).unwrap();
            let parts = match args.get(3).map(String::as_str) {
                Some("none") => SummaryParts::NONE,
                Some("three") => SummaryParts::NONE
                    .with_count(Role::Rook.of(Color::White))
                    .with_count(Role::Rook.of(Color::Black))
                    .with_count(Role::Queen.of(Color::White)),
                Some("visited") => SummaryParts::NONE.with_visited(Role::Rook.of(Color::White)),
                _ => SummaryParts::ALL,
            };
            let t = Instant::now();
            let mut n = 0u64;
            for b in 0..db.blocks() {
                let block = db.read_block(b).unwrap();
                let s = block.summaries(parts).unwrap();
                for i in 0..s.len() {
                    let x = s.get(i);
                    n += u64::from(x.promoted(Color::White, Role::Knight))
                        + u64::from(x.count(Role::Rook.of(Color::White)).least == 0);
                }
            }
            println!("summaries: {n} wall {:?}", t.elapsed());
        }
        "find" => {
            let db = Database::open(path).unwrap();
            let t = Instant::now();
            let setup = fen::parse(&args[3]).unwrap();
            let p = [Placement::of(&setup.board)];
            let (mut ranges, mut hits) = (0, 0);
            let mut game = Game::new();
            for b in 0..db.blocks() {
                let block = db.read_block(b).unwrap();
                for r in block.may_contain(&p).unwrap() {
                    ranges += 1;
                    for i in r {
                        block.read(i, &Reading::default(), &mut game).unwrap();
                        hits += (0..game.tree().len()).filter(|&n| Placement::of(game.tree().board(n)) == p[0]).count();
                    }
                }
            }
            println!("chunks {ranges} hits {hits} wall {:?}", t.elapsed());
        }
        "export" => {
            let db = Database::open(path).unwrap();
            let mut raw = RawGame::default();
            let mut scratch = ExportScratch::default();
            let mut out = Vec::new();
            for b in 0..db.blocks() {
                let block = db.read_block(b).unwrap();
                for i in 0..block.len() {
                    block.export_with(i, &mut raw, &mut scratch).unwrap();
                    out.extend_from_slice(&raw.before);
                    out.extend_from_slice(&raw.bytes);
                    out.extend_from_slice(&raw.behind);
                }
            }
            std::fs::write(&args[3], out).unwrap();
        }
        "sizes" => {
            let db = Database::open(path).unwrap();
            for (name, (stored, len)) in db.section_sizes() {
                println!("{name:>30} {stored:>10} {len:>10}");
            }
        }
        "verify" => {
            // PGN against database, game by game
            let db = Database::open(&args[3]).unwrap();
            let mut games = Games::open(path).unwrap();
            let (mut raw, mut game, mut other) = (RawGame::default(), Game::new(), Game::new());
            let mut back = RawGame::default();
            let mut scratch = ExportScratch::default();
            let (mut bad, mut badtext, mut n, mut clean, mut badsum) = (0, 0, 0, 0, 0);
            for b in 0..db.blocks() {
                let block = db.read_block(b).unwrap();
                let s = block.summaries(SummaryParts::ALL).unwrap();
                for i in 0..block.len() {
                    while let Err(e) = games.read_raw(&mut raw) {
                        println!("{e}");
                    }
                    n += 1;
                    game.parse(&raw);
                    clean += usize::from(game.faults().is_empty());
                    block.read(i, &Reading::default(), &mut other).unwrap();
                    let key = |g: &Game| {
                        format!(
                            "{:?}|{:?}|{:?}|{:?}|{:?}|{:?}|{:?}|{:?}|{:?}|{:?}",
                            g.tags(),
                            g.tree(),
                            g.notes(),
                            g.result(),
                            g.start(),
                            g.variant(),
                            (g.number(), g.offset(), g.line()),
                            g.faults(),
                            g.is_incomplete(),
                            g.notes().hosted_variations().collect::<Vec<_>>()
                        )
                    };
                    if key(&game) != key(&other) {
                        bad += 1;
                        if bad < 4 {
                            println!("DIFF game {n} {}\n{}", key(&game), key(&other));
                        }
                    }
                    block.export_with(i, &mut back, &mut scratch).unwrap();
                    if back != raw {
                        badtext += 1;
                        if badtext < 4 {
                            println!(
                                "TEXT game {n}\n{:?}\n{:?}",
                                String::from_utf8_lossy(&raw.bytes),
                                String::from_utf8_lossy(&back.bytes)
                            );
                        }
                    }
                    if s.get(i) != Summary::of(&game) {
                        badsum += 1;
                    }
                }
            }
            println!("{n} games, {clean} clean, {bad} differ, {badtext} texts differ, {badsum} summaries differ");
        }
        _ => {}
    }
    println!("{mode}: {:.2} s", cpu() - start);
}
