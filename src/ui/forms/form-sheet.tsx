import './form-sheet.css'
import type { ReactNode } from 'react'

/** The sheet that a form of a page lies on. */
export const Paper = ({ children }: { children: ReactNode }) => <div className="paper">{children}</div>
