//! Values of rows and of Arrow arrays as objects of Python.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_schema::{ArrowError, DataType};
use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use tabiya::rows::Cell;

/// What `datetime.fromisoformat` of any version reads, with as many digits as Python keeps.
const TIME: &str = "%Y-%m-%dT%H:%M:%S%.6f";
const TIME_AND_ZONE: &str = "%Y-%m-%dT%H:%M:%S%.6f%:z";

/// A value of a row.
pub(crate) fn cell<'py>(py: Python<'py>, cell: &Cell<'_>) -> PyResult<Bound<'py, PyAny>> {
    match cell {
        Cell::None | Cell::Unmatched => Ok(py.None().into_bound(py)),
        Cell::Boolean(truth) => truth.into_bound_py_any(py),
        Cell::Number(n) => n.into_bound_py_any(py),
        Cell::Sum(n) => n.into_bound_py_any(py),
        Cell::Float(x) => x.into_bound_py_any(py),
        Cell::Date(_) => date(py, &cell.text()),
        Cell::List(list) => list.as_ref().into_bound_py_any(py),
        Cell::Text(_) | Cell::Tags(_) | Cell::Constituents(_) => cell.text().into_bound_py_any(py),
    }
}

/// A row: its values by the names of their columns.
pub(crate) fn row<'py, 'n, 'c>(
    py: Python<'py>,
    cells: impl IntoIterator<Item = (&'n str, Cell<'c>)>,
) -> PyResult<Bound<'py, PyDict>> {
    let row = PyDict::new(py);
    cells.into_iter().try_for_each(|(name, value)| row.set_item(name, cell(py, &value)?))?;
    Ok(row)
}

/// The same column, with its values in place if it has a dictionary.
pub(crate) fn plain(column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    match column.data_type() {
        DataType::Dictionary(_, values) => arrow_cast::cast(column, values),
        _ => Ok(ArrayRef::clone(column)),
    }
}

/// A value of a column: `None`, `bool`, `int`, `float`, `str`, `bytes`, `Decimal`, `date`, `datetime`, or a `list` or `dict` of such
/// values. Values of other types, such as intervals, are texts.
pub(crate) fn value<'py>(py: Python<'py>, column: &dyn Array, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if column.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    macro_rules! number {
        ($kind:ty) => {
            column.as_primitive::<$kind>().value(row).into_bound_py_any(py)
        };
    }
    match column.data_type() {
        DataType::Null => Ok(py.None().into_bound(py)),
        DataType::Boolean => column.as_boolean().value(row).into_bound_py_any(py),
        DataType::Int8 => number!(Int8Type),
        DataType::Int16 => number!(Int16Type),
        DataType::Int32 => number!(Int32Type),
        DataType::Int64 => number!(Int64Type),
        DataType::UInt8 => number!(UInt8Type),
        DataType::UInt16 => number!(UInt16Type),
        DataType::UInt32 => number!(UInt32Type),
        DataType::UInt64 => number!(UInt64Type),
        DataType::Float16 => column.as_primitive::<Float16Type>().value(row).to_f64().into_bound_py_any(py),
        DataType::Float32 => number!(Float32Type),
        DataType::Float64 => number!(Float64Type),
        DataType::Utf8 => column.as_string::<i32>().value(row).into_bound_py_any(py),
        DataType::LargeUtf8 => column.as_string::<i64>().value(row).into_bound_py_any(py),
        DataType::Utf8View => column.as_string_view().value(row).into_bound_py_any(py),
        DataType::Binary => Ok(PyBytes::new(py, column.as_binary::<i32>().value(row)).into_any()),
        DataType::LargeBinary => Ok(PyBytes::new(py, column.as_binary::<i64>().value(row)).into_any()),
        DataType::BinaryView => Ok(PyBytes::new(py, column.as_binary_view().value(row)).into_any()),
        DataType::List(_) => list(py, column.as_list::<i32>().value(row).as_ref()),
        DataType::LargeList(_) => list(py, column.as_list::<i64>().value(row).as_ref()),
        DataType::FixedSizeList(..) => list(py, column.as_fixed_size_list().value(row).as_ref()),
        DataType::Struct(fields) => {
            let dict = PyDict::new(py);
            for (field, column) in fields.iter().zip(column.as_struct().columns()) {
                dict.set_item(field.name(), value(py, column, row)?)?;
            }
            Ok(dict.into_any())
        }
        DataType::Map(..) => {
            let (dict, entries) = (PyDict::new(py), column.as_map().value(row));
            for entry in 0..entries.len() {
                dict.set_item(value(py, entries.column(0), entry)?, value(py, entries.column(1), entry)?)?;
            }
            Ok(dict.into_any())
        }
        DataType::Decimal32(..) | DataType::Decimal64(..) | DataType::Decimal128(..) | DataType::Decimal256(..) => {
            py.import("decimal")?.call_method1("Decimal", (text(column, row)?,))
        }
        DataType::Date32 => date(py, &text(column, row)?),
        DataType::Timestamp(..) => {
            py.import("datetime")?.getattr("datetime")?.call_method1("fromisoformat", (text(column, row)?,))
        }
        _ => text(column, row)?.into_bound_py_any(py),
    }
}

fn date<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("datetime")?.getattr("date")?.call_method1("fromisoformat", (text,))
}

fn list<'py>(py: Python<'py>, values: &dyn Array) -> PyResult<Bound<'py, PyAny>> {
    let values = (0..values.len()).map(|row| value(py, values, row)).collect::<PyResult<Vec<_>>>()?;
    Ok(PyList::new(py, values)?.into_any())
}

fn text(column: &dyn Array, row: usize) -> PyResult<String> {
    let options = FormatOptions::new().with_timestamp_format(Some(TIME)).with_timestamp_tz_format(Some(TIME_AND_ZONE));
    let shown = ArrayFormatter::try_new(column, &options).and_then(|shown| shown.value(row).try_to_string());
    shown.map_err(|error| PyValueError::new_err(error.to_string()))
}
