/**
 * `npm run bench -- accessibility` checks each page in every mode; `npm test` checks each page, and each mode at one
 * width.
 */
export const everyLook = process.env['E2E_EVERY_LOOK'] === '1'
