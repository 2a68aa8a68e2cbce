/** The start time of the screenshot server: a Tuesday, 10:00 in Israel. */
export const startOfServer = new Date('2026-11-24T08:00:00Z')

/** The current time of every page. Later than the demo's rows, however slow the machine that wrote them. */
export const shownTime = new Date('2026-11-24T08:05:00Z')

/** libfaketime, at Debian's path, which shifts the clock of the server and of its database. */
export const libfaketime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
