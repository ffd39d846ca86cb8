//! What requests and answers consist of, said once: the structures here are JSON, and `web/src/api/generated.ts` is made of them.

use crate::assist::Utf16;
use std::ops::Range;

/// What requests say. What comes after the semicolon may be left out.
macro_rules! asks {
    ($($(#[$about:meta])* $visible:vis $name:ident {
        $($(#[$said:meta])* $field:ident: $ty:ty),* $(; $($(#[$other:meta])* $option:ident: $of:ty),*)? $(,)?
    })*) => {$(
        #[derive(Debug, serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        #[cfg_attr(test, derive(ts_rs::TS))]
        $(#[$about])*
        $visible struct $name {
            $($(#[$said])* pub(super) $field: $ty,)*
            $($($(#[$other])* #[serde(default)] #[cfg_attr(test, ts(optional, as = "Option<_>"))] pub(super) $option: $of,)*)?
        }
    )*};
}

/// What answers say. What comes after the semicolon is absent if there is nothing to say.
macro_rules! answers {
    ($($(#[$about:meta])* $name:ident $(<$life:lifetime>)? {
        $($(#[$said:meta])* $field:ident: $ty:ty),* $(; $($(#[$other:meta])* $option:ident: $of:ty),*)? $(,)?
    })*) => {$(
        #[derive(Debug, serde::Serialize)]
        #[serde(rename_all = "camelCase")]
        #[cfg_attr(test, derive(ts_rs::TS))]
        $(#[$about])*
        pub(crate) struct $name $(<$life>)? {
            $($(#[$said])* pub(crate) $field: $ty,)*
            $($(
                $(#[$other])*
                #[serde(skip_serializing_if = "Option::is_none")]
                #[cfg_attr(test, ts(optional))]
                pub(crate) $option: Option<$of>,
            )*)?
        }
    )*};
}

/// The words of which a field is one.
macro_rules! words {
    ($($(#[$about:meta])* $name:ident = $($(#[$said:meta])* $word:ident)|+;)*) => {$(
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "lowercase")]
        #[cfg_attr(test, derive(ts_rs::TS))]
        $(#[$about])*
        pub(crate) enum $name { $($(#[$said])* $word),+ }
    )*};
}

pub(super) use {answers, asks, words};

answers! {
    /// A place in the text of a query, in code units of UTF-16.
    #[derive(Clone, Copy, PartialEq, Eq)]
    Place { from: usize, to: usize }

    /// Something wrong with a query.
    #[derive(Clone)]
    #[cfg_attr(test, ts(rename = "Diagnostic"))]
    Diagnosed {
        severity: Severity, code: &'static str, message: String, from: usize, to: usize, notes: Vec<String>;
        help: String, fix: Fix,
        /// The book's page on this code, as HTML.
        page: String
    }

    /// A text that mends it.
    #[derive(Clone)]
    Fix { title: String, from: usize, to: usize, text: String }
}

words! {
    /// How bad it is.
    Severity = Error | Warning | Hint;
}

impl From<tabiya::syntax::Severity> for Severity {
    fn from(severity: tabiya::syntax::Severity) -> Severity {
        match severity {
            tabiya::syntax::Severity::Error => Severity::Error,
            tabiya::syntax::Severity::Warning => Severity::Warning,
            tabiya::syntax::Severity::Note => Severity::Hint,
        }
    }
}

impl Place {
    /// The place of some bytes.
    pub(super) fn of(bytes: Range<usize>, places: &Utf16<'_>) -> Place {
        Place { from: places.units(bytes.start), to: places.units(bytes.end) }
    }
}

/// A value, unless it says nothing.
pub(super) fn some<T: Default + PartialEq>(value: T) -> Option<T> {
    Some(value).filter(|value| *value != T::default())
}
