/** The cookie with the token of this browser's registration; its path is that of the webinar. */
export const webinarCookie = 'webinar'
