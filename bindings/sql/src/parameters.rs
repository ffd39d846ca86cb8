//! The values of the parameters of statements: `$1`, `$name`.

use datafusion::common::{ParamValues, ScalarValue};
use serde_json::Value;

/// The values, by their places or by their names.
#[derive(Clone, Debug)]
pub(crate) enum Parameters {
    List(Vec<ScalarValue>),
    Named(Vec<(String, ScalarValue)>),
}

impl From<Parameters> for ParamValues {
    fn from(parameters: Parameters) -> ParamValues {
        match parameters {
            Parameters::List(values) => values.into(),
            Parameters::Named(values) => values.into(),
        }
    }
}

/// The values from JSON: texts, numbers, truths and nulls.
pub(crate) fn parameters(json: &str) -> Result<Parameters, String> {
    match serde_json::from_str(json) {
        Ok(Value::Array(values)) => values.into_iter().map(value).collect::<Result<_, _>>().map(Parameters::List),
        Ok(Value::Object(values)) => {
            let named = values.into_iter().map(|(name, one)| value(one).map(|one| (name, one)));
            named.collect::<Result<_, _>>().map(Parameters::Named)
        }
        Ok(_) => Err("write a list, such as [2400, \"B33\"], or an object, such as {\"least\": 2400}".into()),
        Err(error) => Err(format!("this is no JSON: {error}")),
    }
}

fn value(value: Value) -> Result<ScalarValue, String> {
    match value {
        Value::Null => Ok(ScalarValue::Null),
        Value::Bool(truth) => Ok(truth.into()),
        Value::String(text) => Ok(text.into()),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => Ok(whole.into()),
            (None, Some(fraction)) => Ok(fraction.into()),
            (None, None) => Err(format!("the number {number} is too large")),
        },
        Value::Array(_) | Value::Object(_) => Err("a value is a text, a number, true, false or null".into()),
    }
}
