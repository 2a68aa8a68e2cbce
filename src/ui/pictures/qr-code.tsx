import { encode } from 'uqr'

/** A QR code as one SVG path, dark on white in both themes, as scanners expect. Its text is shown beside it. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} aria-hidden="true" shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
