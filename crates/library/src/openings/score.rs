//! The points of some games: their share, the interval that it is known with, and the performance that it stands for.

use crate::chess::Color;
use crate::database::Tally;

/// The quantile of the normal distribution for an interval of 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// The difference of ratings that FIDE's table (Handbook B.02, 8.1.1) gives for a score of 50 %, 51 %, ... 100 %.
const DIFFERENCES: [f64; 51] = [
    0.0, 7.0, 14.0, 21.0, 29.0, 36.0, 43.0, 50.0, 57.0, 65.0, 72.0, 80.0, 87.0, 95.0, 102.0, 110.0, 117.0, 125.0,
    133.0, 141.0, 149.0, 158.0, 166.0, 175.0, 184.0, 193.0, 202.0, 211.0, 220.0, 230.0, 240.0, 251.0, 262.0, 273.0,
    284.0, 296.0, 309.0, 322.0, 336.0, 351.0, 366.0, 383.0, 401.0, 422.0, 444.0, 470.0, 501.0, 538.0, 589.0, 677.0,
    800.0,
];

/// A share of points, from 0 to 1. See [`score()`] for how the interval is computed.
///
/// ```
/// use tabiya::chess::Color;
/// use tabiya::database::Tally;
/// use tabiya::openings::score;
///
/// let tally = Tally { games: 4, white: 2, draws: 1, black: 1, ..Tally::default() };
/// let white = score(&tally, Color::White).expect("games with results");
/// assert_eq!((white.share, white.low < 0.3, white.high > 0.9), (0.625, true, true));
/// assert_eq!(score(&Tally::default(), Color::White), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The share that was scored.
    pub share: f64,
    /// The lower end of its interval of 95 %.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The points that one side scored in games of which the result is known; none if there are no such games. A draw is half a
/// point.
///
/// The interval is Wilson's, with the games as trials and the points as successes. Where games are drawn, the points scatter
/// less than that, so the interval is somewhat too wide then and never too narrow.
pub fn score(tally: &Tally, side: Color) -> Option<Score> {
    let games = f64::from(tally.white) + f64::from(tally.draws) + f64::from(tally.black);
    if games == 0.0 {
        return None;
    }
    let won = f64::from(side.fold_wb(tally.white, tally.black));
    let share = (won + f64::from(tally.draws) / 2.0) / games;
    let square = Z * Z / games;
    let middle = (share + square / 2.0) / (1.0 + square);
    let half = Z / (1.0 + square) * (share * (1.0 - share) / games + square / (4.0 * games)).sqrt();
    Some(Score { share, low: (middle - half).clamp(0.0, share), high: (middle + half).clamp(share, 1.0) })
}

/// The performance of those who were to move, `turn`, in Elo: the mean rating of their opponents and the difference that FIDE's
/// table gives for their score. None if no result or no rating of an opponent is known.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share is between 0 and 1")]
pub fn performance(tally: &Tally, turn: Color) -> Option<f64> {
    let (score, opponents) = (score(tally, turn)?, tally.opponents.mean()?);
    let percent = (score.share * 100.0).round() as usize;
    let difference = match percent.checked_sub(50) {
        Some(above) => DIFFERENCES.get(above).copied()?,
        None => -DIFFERENCES.get(50 - percent).copied()?,
    };
    Some(opponents + difference)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::Ratings;

    fn tally(white: u32, draws: u32, black: u32) -> Tally {
        Tally { games: white + draws + black, white, draws, black, ..Tally::default() }
    }

    #[test]
    fn intervals_are_those_of_wilson() {
        // From the formula by hand: 8 of 10, and 50 of 100.
        let Score { share, low, high } = score(&tally(8, 0, 2), Color::White).expect("games");
        assert!(
            (share - 0.8).abs() < 1e-9 && (low - 0.4902).abs() < 1e-4 && (high - 0.9433).abs() < 1e-4,
            "{low} {high}"
        );
        let Score { low, high, .. } = score(&tally(0, 100, 0), Color::Black).expect("games");
        assert!((low - 0.4038).abs() < 1e-4 && (high - 0.5962).abs() < 1e-4, "{low} {high}");
        assert_eq!(score(&tally(3, 0, 0), Color::Black).map(|score| (score.share, score.low)), Some((0.0, 0.0)));
        assert_eq!(score(&Tally { games: 3, ..Tally::default() }, Color::White), None);
    }

    #[test]
    fn performances_are_those_of_the_table() {
        let rated = |tally: Tally| Tally { opponents: Ratings { sum: 5000, count: 2 }, ..tally };
        assert_eq!(performance(&rated(tally(3, 0, 1)), Color::White), Some(2693.0));
        assert_eq!(performance(&rated(tally(3, 0, 1)), Color::Black), Some(2307.0));
        assert_eq!(performance(&rated(tally(0, 0, 1)), Color::White), Some(1700.0));
        assert_eq!(performance(&tally(3, 0, 1), Color::White), None);
    }
}
