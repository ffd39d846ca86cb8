//! Numbers as C's `%.3g` prints them, for the seconds in the summary line.

/// Three significant digits, without zeros at the end; a power of ten where the number is very large or very small.
pub(super) fn three_digits(number: f64) -> String {
    if number == 0.0 {
        return "0".into();
    }
    let scientific = format!("{number:.2e}");
    let Some((digits, power)) = scientific.split_once('e') else { return scientific };
    let power: i32 = power.parse().unwrap_or(0);
    let plain = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if (-4..3).contains(&power) {
        let places = usize::try_from(2 - power).unwrap_or(0);
        return plain(&format!("{number:.places$}"));
    }
    let sign = if power < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", plain(digits), power.abs())
}

#[cfg(test)]
mod tests {
    use super::three_digits;

    #[test]
    fn as_c_prints_them() {
        for (number, text) in [
            (0.0, "0"),
            (0.001, "0.001"),
            (0.0237, "0.0237"),
            (0.1, "0.1"),
            (1.0, "1"),
            (1.2345, "1.23"),
            (9.999, "10"),
            (12.345, "12.3"),
            (99.96, "100"),
            (123.4, "123"),
            (999.6, "1e+03"),
            (1234.5, "1.23e+03"),
            (0.00001, "1e-05"),
        ] {
            assert_eq!(three_digits(number), text);
        }
    }
}
