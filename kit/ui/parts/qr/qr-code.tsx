import { useMemo } from 'react'
import { encode } from 'uqr'
import type { QrProps } from './qr.tsx'

// Cameras need the quiet zone, and dark on light in either theme.
const border = 3

/** A QR code as one SVG path. Always dark on white. */
export function QrCode({ text, label, size }: Required<QrProps>) {
  const { modules, path } = useMemo(() => drawQr(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules} ${modules}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
      className="rounded-field bg-[#fff]"
    >
      <path d={path} fill="#0b0f17" />
    </svg>
  )
}

/** Runs of dark modules, row by row. */
function drawQr(text: string): { readonly modules: number; readonly path: string } {
  const { data, size: modules } = encode(text, { ecc: 'M', border })
  let path = ''
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < modules; x += 1) {
      if (row[x] !== true) continue
      let end = x
      while (row[end] === true) end += 1
      path += `M${x} ${y}h${end - x}v1h${x - end}z`
      x = end
    }
  }
  return { modules, path }
}
