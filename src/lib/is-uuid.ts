const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text has the format of an id. The database refuses any other text with 22P02. */
export const isUuid = (text: string): boolean => uuid.test(text)
