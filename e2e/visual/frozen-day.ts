/** When the server of the pictures begins: a Tuesday, 10:00 in Israel. */
export const startOfServer = new Date('2026-11-24T08:00:00Z')

/** The present of every page. Later than the demo's rows, however slow the machine that wrote them. */
export const shownTime = new Date('2026-11-24T08:05:00Z')

/** Moves the clock of the server and of its database. Debian's path. */
export const libfaketime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
