/** `npm run bench -- accessibility` checks each page in each look; `npm test` checks each page, and each look at one width. */
export const everyLook = process.env['E2E_EVERY_LOOK'] === '1'
