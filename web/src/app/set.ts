// Handlers whose only effect is a new value of a signal.

/** A handler that sets a signal to its argument. */
export const setterOf =
  <T>(signal: { value: T }) =>
  (value: T): void => {
    signal.value = value;
  };

/** A handler that sets a signal to a fixed value. */
export const setTo =
  <T>(signal: { value: T }, value: T) =>
  (): void => {
    signal.value = value;
  };
