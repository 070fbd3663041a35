import { lazy, Suspense } from 'react'

// Lazy, because the encoder is as large as a page and few pages need it.
const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

export interface QrProps {
  /** What a camera reads. */
  readonly text: string
  /** What it is, for screen readers; the page shows the text beside it. */
  readonly label: string
  /** Pixels wide and high. */
  readonly size?: number
}

/** A QR code in a place of its size from the start, so that nothing moves when it is drawn. */
export function Qr({ text, label, size = 208 }: QrProps) {
  return (
    <div style={{ width: size, height: size }}>
      <Suspense fallback={null}>
        <QrCode text={text} label={label} size={size} />
      </Suspense>
    </div>
  )
}
