//! Games packed for shards on several threads: text into frames of zstd, or games into blocks of a database. A packed part
//! comes back in the order in which it was handed over.

use crossbeam_channel::{Receiver, Sender, bounded};
use std::collections::VecDeque;
use std::io;
use std::thread::JoinHandle;
use tabiya::Game;
use tabiya::database::{BlockBuilder, EncodedBlock, Options};
use tabiya::pipeline::{GameJob, STACK};

/// The compression level: that which is usual for PGN archives, quick to write and as quick to read as any.
const LEVEL: i32 = 3;

/// The number of parcels for each thread that are packed or wait to be written.
const PARCELS_PER_THREAD: usize = 2;

/// Something to be packed.
#[derive(Debug)]
pub(crate) enum Parcel {
    /// The text of whole games.
    Text(Vec<u8>),
    /// Games, at most as many as a block takes.
    Games(Vec<GameJob>),
}

/// Something that has been packed.
pub(crate) enum Packed {
    /// A frame of zstd, and the number of bytes in it.
    Frame(Vec<u8>, usize),
    Block(EncodedBlock),
}

/// A parcel on its way to a thread, and the way back.
type Order = (Parcel, Sender<io::Result<Packed>>);

/// The threads that pack. `M` stands behind a parcel and comes back with it.
pub(crate) struct Packers<M> {
    orders: Option<Sender<Order>>,
    threads: Vec<JoinHandle<()>>,
    waiting: VecDeque<(Receiver<io::Result<Packed>>, Option<M>)>,
}

impl<M> Packers<M> {
    /// Starts this many threads.
    ///
    /// # Errors
    /// If the system does not allow them.
    pub(crate) fn start(threads: usize) -> io::Result<Packers<M>> {
        let (send, orders) = bounded::<Order>(threads);
        let start = |_| {
            let orders = orders.clone();
            let builder = std::thread::Builder::new().name("pack".into()).stack_size(STACK);
            builder.spawn(move || {
                let mut packer = Packer::default();
                for (parcel, back) in orders {
                    // Nobody waits for it after an error.
                    let _ = back.send(packer.pack(parcel));
                }
            })
        };
        let threads = (0..threads).map(start).collect::<io::Result<_>>()?;
        Ok(Packers { orders: Some(send), threads, waiting: VecDeque::new() })
    }

    /// Hands a parcel over. Waits while all threads are busy.
    pub(crate) fn pack(&mut self, parcel: Parcel) {
        let (send, back) = bounded(1);
        self.waiting.push_back((back, None));
        if let Some(orders) = &self.orders {
            // A thread that has failed shows when its parcel is requested.
            let _ = orders.send((parcel, send));
        }
    }

    /// Puts a mark behind the last parcel, which is still here: the threads are kept busy.
    pub(crate) fn mark(&mut self, mark: M) {
        self.waiting.back_mut().expect("a mark stands behind a parcel").1 = Some(mark);
    }

    /// The next result in order with the mark behind it, if there are enough parcels on their way that the threads stay busy, or if
    /// `all` are wanted.
    ///
    /// # Errors
    /// If a parcel could not be packed.
    pub(crate) fn next(&mut self, all: bool) -> io::Result<Option<(Packed, Option<M>)>> {
        let busy = self.threads.len() * PARCELS_PER_THREAD;
        if !all && self.waiting.len() <= busy {
            return Ok(None);
        }
        let Some((back, mark)) = self.waiting.pop_front() else { return Ok(None) };
        let packed = back.recv().map_err(|_| io::Error::other("a thread that packs games has failed"))??;
        Ok(Some((packed, mark)))
    }
}

impl<M> Drop for Packers<M> {
    fn drop(&mut self) {
        self.orders = None;
        self.waiting.clear();
        for thread in self.threads.drain(..) {
            // It has said what was wrong when it panicked.
            let _ = thread.join();
        }
    }
}

/// One thread's memory.
#[derive(Default)]
struct Packer {
    compressor: Option<zstd::bulk::Compressor<'static>>,
    builder: Option<BlockBuilder>,
    game: Game,
}

impl Packer {
    fn pack(&mut self, parcel: Parcel) -> io::Result<Packed> {
        match parcel {
            Parcel::Text(text) => {
                let compressor = match &mut self.compressor {
                    Some(compressor) => compressor,
                    none => {
                        let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
                        compressor.include_checksum(true)?;
                        none.insert(compressor)
                    }
                };
                Ok(Packed::Frame(compressor.compress(&text)?, text.len()))
            }
            Parcel::Games(jobs) => {
                let builder = self.builder.get_or_insert_with(|| BlockBuilder::new(&Options::default()));
                for job in &jobs {
                    self.game.parse(&job.raw);
                    builder.add(&job.file, &job.raw, &self.game);
                }
                Ok(Packed::Block(builder.finish()))
            }
        }
    }
}
