//! Columns from and for Python: truth values and integers of Arrow arrays, NumPy arrays and plain sequences.

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, BooleanArray};
use arrow_schema::DataType;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView};
use pyo3_arrow::input::AnyArray;
use tabiya_automata::Bits;

/// Truth values: an Arrow array or a chunked one (`null` counts as false), a NumPy array, or a sequence of `bool`.
pub(crate) fn truths(values: &Bound<'_, PyAny>, name: &str) -> PyResult<Bits> {
    let refused = |kind: &str| PyTypeError::new_err(format!("column {name:?} has {kind}, where bool is expected"));
    if let Some(chunks) = arrow_chunks(values)? {
        let mut bits = Bits::new();
        for chunk in chunks {
            let Some(chunk) = chunk.as_boolean_opt() else {
                return Err(refused(&chunk.data_type().to_string()));
            };
            bits.extend(boolean_values(chunk));
        }
        return Ok(bits);
    }
    if let Ok(view) = PyMemoryView::from(values) {
        let format: String = view.getattr(intern!(values.py(), "format"))?.extract()?;
        if format != "?" {
            return Err(refused(&format!("values of the format {format:?}")));
        }
        let bytes = view.call_method0(intern!(values.py(), "tobytes"))?;
        let bytes = bytes.cast::<PyBytes>()?.as_bytes();
        return Ok(bytes.iter().map(|&byte| byte != 0).collect());
    }
    values.try_iter()?.map(|value| value?.extract::<bool>()).collect()
}

/// The values of an Arrow array; missing values are false.
fn boolean_values(array: &BooleanArray) -> impl Iterator<Item = bool> {
    array.iter().map(|value| value == Some(true))
}

/// The parts of an object that speaks Arrow's C interface; `None` if it does not.
pub(crate) fn arrow_chunks(values: &Bound<'_, PyAny>) -> PyResult<Option<Vec<ArrayRef>>> {
    let py = values.py();
    let speaks =
        values.hasattr(intern!(py, "__arrow_c_array__"))? || values.hasattr(intern!(py, "__arrow_c_stream__"))?;
    if !speaks {
        return Ok(None);
    }
    let chunked = values.extract::<AnyArray>()?.into_chunked_array().map_err(PyErr::from)?;
    Ok(Some(chunked.into_inner().0))
}

/// Reads integers: an Arrow array, a NumPy array, or a sequence.
pub(crate) fn integers(values: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    let Some(chunks) = arrow_chunks(values)? else {
        // `tolist` of NumPy gives Python's integers in one step.
        let list = match values.getattr(intern!(values.py(), "tolist")) {
            Ok(tolist) => tolist.call0()?,
            Err(_) => values.clone(),
        };
        return list.try_iter()?.map(|value| value?.extract::<i64>()).collect();
    };
    let mut all = Vec::new();
    for chunk in chunks {
        let wide =
            arrow_cast::cast(&chunk, &DataType::Int64).map_err(|error| PyTypeError::new_err(error.to_string()))?;
        if wide.null_count() > 0 {
            return Err(PyValueError::new_err("a number is missing"));
        }
        all.extend(wide.as_primitive::<Int64Type>().values());
    }
    Ok(all)
}

/// Numbers as a memory view of unsigned 32-bit integers, from which NumPy makes an array without a copy.
pub(crate) fn memory<'py>(py: Python<'py>, numbers: &[u32]) -> PyResult<Bound<'py, PyAny>> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_ne_bytes()).collect();
    let view = PyMemoryView::from(&PyBytes::new(py, &bytes))?;
    view.call_method1(intern!(py, "cast"), ("I",))
}
