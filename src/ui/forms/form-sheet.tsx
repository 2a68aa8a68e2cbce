import './form-sheet.css'
import type { ReactNode } from 'react'

/** The sheet that a form of a page lies on. */
export const FormSheet = ({ children }: { children: ReactNode }) => <div className="paper">{children}</div>
