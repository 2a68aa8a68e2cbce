import { AudioLines, FileSpreadsheet, FileText, Image, type LucideIcon } from 'lucide-react'

/** The icon for a media type. */
export function iconOfFile(type: string): LucideIcon {
  if (type.startsWith('image/')) return Image
  if (type.startsWith('audio/')) return AudioLines
  return /sheet|excel|csv/.test(type) ? FileSpreadsheet : FileText
}
