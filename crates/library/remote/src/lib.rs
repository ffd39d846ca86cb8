//! Files at addresses: `s3://`, `gs://`, `az://`, `http://` and `https://`.
//!
//! Reading gives a [`RemoteFile`], which any thread reads at places and waits for. Requests run on threads of their own
//! (tokio's). A request that fails for the moment is made again; what comes in the end is whole, or an error. A file that changes
//! while it is read is an error as well, where the server tells versions apart (`ETag`).
//!
//! Credentials and endpoints are taken from the environment, as the crate `object_store` reads it: `AWS_ACCESS_KEY_ID`,
//! `AWS_ENDPOINT`, `AWS_REGION`, `AWS_SKIP_SIGNATURE`, `GOOGLE_APPLICATION_CREDENTIALS`, `AZURE_STORAGE_ACCOUNT_NAME` and so on.

mod pages;
mod store;
mod stream;

use object_store::path::Path;
use object_store::{GetOptions, GetRange, ObjectMeta, ObjectStore, ObjectStoreExt as _};
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex};

pub use stream::RemoteReader;

/// A file at an address. It is read at places, from any thread.
pub struct RemoteFile {
    address: String,
    object: Arc<Object>,
    pages: Mutex<pages::Pages>,
}

/// What requests need.
struct Object {
    store: Arc<dyn ObjectStore>,
    path: Path,
    meta: ObjectMeta,
}

impl Object {
    /// The bytes of a range that is in the file.
    async fn range(&self, start: u64, end: u64) -> io::Result<Vec<u8>> {
        let options = GetOptions {
            range: Some(GetRange::Bounded(start..end)),
            if_match: self.meta.e_tag.clone(),
            ..GetOptions::default()
        };
        let bytes = self.store.get_opts(&self.path, options).await.map_err(store::error)?;
        let bytes = bytes.bytes().await.map_err(store::error)?;
        if bytes.len() as u64 != end - start {
            let text = format!("the server sent {} bytes in place of {}", bytes.len(), end - start);
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, text));
        }
        Ok(bytes.into())
    }
}

impl fmt::Debug for RemoteFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RemoteFile").field(&self.address).finish()
    }
}

impl RemoteFile {
    /// Asks for the file at an address, without reading it.
    ///
    /// # Errors
    ///
    /// If there is no such file, it must not be read, the server does not answer, or the text is not an address that is known.
    pub fn open(address: &str) -> io::Result<RemoteFile> {
        let (store, path) = store::at(address)?;
        let meta = store::wait({
            let (store, path) = (Arc::clone(&store), path.clone());
            async move { store.head(&path).await.map_err(store::error) }
        })?;
        let object = Arc::new(Object { store, path, meta });
        Ok(RemoteFile { address: address.to_owned(), object, pages: Mutex::default() })
    }

    /// Its address.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Its length in bytes.
    pub fn len(&self) -> u64 {
        self.object.meta.size
    }

    /// True if it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Fills `bytes` from a place on. What lies near is read as well, and kept for the next call.
    ///
    /// # Errors
    ///
    /// If the file has fewer bytes, has been changed since it was opened, or cannot be read any more.
    pub fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        pages::read(&self.pages, &self.object, bytes, offset)
    }

    /// Reads it from its beginning to its end.
    pub fn reader(&self) -> RemoteReader {
        RemoteReader::new(Arc::clone(&self.object))
    }
}

/// The addresses of all files below an address that ends in `/`, or of those that a pattern with `*` and `?` in its last part
/// names, in the order of their names.
///
/// # Errors
///
/// If they cannot be listed: web servers have no lists.
pub fn list(address: &str) -> io::Result<Vec<String>> {
    store::list(address)
}
