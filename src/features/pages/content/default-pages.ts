// THE list of the pages that the installation brings along, in the order in which they are shown to whoever edits them.
import type { DefaultPage } from '../pages.ts'
import { about } from './about.ts'

export const defaultPages: readonly DefaultPage[] = [about]
