/** The cookie of the key of this browser's registration, below the address of its webinar. */
export const webinarCookie = 'webinar'
