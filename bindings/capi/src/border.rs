//! Where C and Rust meet: raw pointers become what Rust can trust, values go to where C wants them, and no panic passes.

use crate::error::Error;
use std::any::Any;
use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

/// Does something that may fail, and may panic. The error goes to `error`, and `failed` is returned.
///
/// # Safety
///
/// `error` must be NULL or point to a pointer.
pub(crate) unsafe fn guarded<T>(error: *mut *mut Error, failed: T, work: impl FnOnce() -> Result<T, Error>) -> T {
    // SAFETY: as the caller promises.
    unsafe { put(error, std::ptr::null_mut()) };
    // What the work was doing is dropped, and a query is looked at only through locks and shared references.
    let wrong = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(done)) => return done,
        Ok(Err(wrong)) => wrong,
        Err(panic) => Error::bug(&said(panic.as_ref())),
    };
    if !error.is_null() {
        // SAFETY: as the caller promises.
        unsafe { put(error, Box::into_raw(Box::new(wrong))) };
    }
    failed
}

/// The text of a panic.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Writes a value to where C wants it; nowhere if that is NULL.
///
/// # Safety
///
/// `to` must be NULL or point to room for the value.
pub(crate) unsafe fn put<T>(to: *mut T, value: T) {
    if !to.is_null() {
        // SAFETY: as the caller promises.
        unsafe { to.write(value) };
    }
}

/// A query or something like it, which must be there.
///
/// # Safety
///
/// `pointer` must be NULL or come from this library, and live as long as the reference.
pub(crate) unsafe fn handle<'a, T>(pointer: *const T) -> Result<&'a T, Error> {
    // SAFETY: as the caller promises.
    unsafe { pointer.as_ref() }.ok_or_else(|| Error::null("query"))
}

/// Bytes with their number. NULL stands for no bytes if there are none.
///
/// # Safety
///
/// `pointer` must point to `length` bytes that live and stay as they are as long as the slice.
pub(crate) unsafe fn bytes<'a>(pointer: *const c_char, length: usize, name: &str) -> Result<&'a [u8], Error> {
    if length == 0 {
        return Ok(&[]);
    }
    if pointer.is_null() {
        return Err(Error::null(name));
    }
    // Rust allows no longer slices; nothing in memory is.
    if isize::try_from(length).is_err() {
        return Err(Error::argument(name, "is longer than anything in memory can be"));
    }
    // SAFETY: as the caller promises, and the length was checked.
    Ok(unsafe { std::slice::from_raw_parts(pointer.cast(), length) })
}

/// Bytes as a text.
pub(crate) fn text<'a>(bytes: &'a [u8], name: &str) -> Result<&'a str, Error> {
    std::str::from_utf8(bytes).map_err(|error| Error::argument(name, &format!("is not UTF-8: {error}")))
}

/// A text that ends with a zero, if it is not NULL.
///
/// # Safety
///
/// `pointer` must be NULL or point to such a text, which lives and stays as it is as long as the reference.
pub(crate) unsafe fn optional_text<'a>(pointer: *const c_char, name: &str) -> Result<Option<&'a str>, Error> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: as the caller promises.
    let found = unsafe { CStr::from_ptr(pointer) };
    text(found.to_bytes(), name).map(Some)
}

/// A path: UTF-8, and any bytes where paths are bytes.
///
/// # Safety
///
/// As [`optional_text`].
pub(crate) unsafe fn path(pointer: *const c_char) -> Result<PathBuf, Error> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;
        if pointer.is_null() {
            return Err(Error::null("path"));
        }
        // SAFETY: as the caller promises.
        let found = unsafe { CStr::from_ptr(pointer) };
        Ok(PathBuf::from(std::ffi::OsStr::from_bytes(found.to_bytes())))
    }
    #[cfg(not(unix))]
    {
        // SAFETY: as the caller promises.
        let found = unsafe { optional_text(pointer, "path") }?;
        found.map(PathBuf::from).ok_or_else(|| Error::null("path"))
    }
}
