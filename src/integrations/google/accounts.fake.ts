export type GoogleAccount = { email: string; name: string; emailVerified?: boolean; hd?: string }
