/** Epoch microseconds of this process: the clock of the machine when the process began, and a steady one from there on. */
export const epochUs = (): number => Math.floor((performance.timeOrigin + performance.now()) * 1_000);

/** The moment on the clock of `performance.now()`, in milliseconds. */
export const steadyMs = (epochMicroseconds: number): number => epochMicroseconds / 1_000 - performance.timeOrigin;
