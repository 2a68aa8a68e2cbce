import { legalPageOf } from './legal-page-of.tsx'

export const { load, head, View } = legalPageOf('terms')
