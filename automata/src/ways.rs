//! The distance of each state of an automaton from the end: answers for states near the end are not worth keeping.

/// The greatest distance, in states, at which trying again is as quick as looking an answer up.
const SHORT: u32 = 4;

/// By state: whether a way to the end leads through more than [`SHORT`] states, or has no bound. `users` gives the
/// states from which a state is entered directly, each as often as there are such steps.
pub(crate) fn long_ways<I: Iterator<Item = usize>>(states: usize, users: impl Fn(usize) -> I) -> Vec<bool> {
    let mut open = vec![0u32; states];
    (0..states).flat_map(&users).for_each(|user| open[user] += 1);
    let mut longest = vec![1; states];
    let mut todo: Vec<usize> = (0..states).filter(|&state| open[state] == 0).collect();
    while let Some(state) = todo.pop() {
        for user in users(state) {
            longest[user] = longest[user].max(longest[state] + 1);
            open[user] -= 1;
            if open[user] == 0 {
                todo.push(user);
            }
        }
    }
    // A state that was never reached has a cycle ahead.
    longest.into_iter().zip(open).map(|(longest, open)| open > 0 || longest > SHORT).collect()
}
