//! Names as they are compared: words without case, accents, points and the ways in which people write umlauts.

/// The words of a text in small letters without accents.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for letter in text.chars() {
        match letter {
            '\'' | '’' | '`' => {}
            letter if letter.is_alphanumeric() => {
                if let Some(word) = words.last_mut() {
                    letter.to_lowercase().for_each(|letter| push_plain(letter, word));
                }
            }
            _ => words.push(String::new()),
        }
    }
    words.retain(|word| !word.is_empty());
    words.iter_mut().for_each(|word| *word = without_umlauts(word));
    words
}

/// The words of a text with spaces between them.
pub(crate) fn plain(text: &str) -> String {
    words(text).join(" ")
}

/// A word with `u`, `o` and `a` for `ue`, `oe`, `ae` and `aa`, which stand for `ü`, `ø`, `ä` and `å` in places that have no such
/// letters. After another vowel an `e` is one of its own, as in `Bauer`, and so it is in endings such as that of `Michael`.
fn without_umlauts(word: &str) -> String {
    let mut plain = String::with_capacity(word.len());
    for (at, letter) in word.char_indices() {
        let mut before = plain.chars().rev();
        let is_umlaut = letter == 'e'
            && before.next().is_some_and(|one| "aou".contains(one))
            && before.next().is_none_or(|one| !"aeiouy".contains(one))
            && &word[at..] != "el";
        let is_ring = letter == 'a' && plain.ends_with('a');
        if !is_umlaut && !is_ring {
            plain.push(letter);
        }
    }
    plain
}

/// Appends a small letter without its accent.
fn push_plain(letter: char, word: &mut String) {
    let plain = match letter {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' => 'a',
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => 'c',
        'ď' | 'đ' | 'ð' => 'd',
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => 'e',
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => 'g',
        'ĥ' | 'ħ' => 'h',
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => 'i',
        'ĵ' => 'j',
        'ķ' => 'k',
        'ĺ' | 'ļ' | 'ľ' | 'ł' => 'l',
        'ñ' | 'ń' | 'ņ' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => 'o',
        'ŕ' | 'ŗ' | 'ř' => 'r',
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => 's',
        'ţ' | 'ť' | 'ț' => 't',
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => 'u',
        'ŵ' => 'w',
        'ý' | 'ÿ' | 'ŷ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        'æ' => return word.push_str("ae"),
        'œ' => return word.push_str("oe"),
        'ß' => return word.push_str("ss"),
        'þ' => return word.push_str("th"),
        // The rest of letters that were taken apart.
        '\u{300}'..='\u{36f}' => return,
        other => other,
    };
    word.push(plain);
}
