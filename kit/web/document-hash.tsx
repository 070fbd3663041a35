import { sha256 } from './sha256.ts'

/** A file of which only the fingerprint is wished: it is read here and goes nowhere. */
export function DocumentHash(props: {
  readonly label: string
  /** Empty: no file is chosen. */
  readonly value: string
  readonly onHash: (hash: string) => void
}) {
  const { label, value, onHash } = props
  const read = async (file: File | undefined): Promise<void> =>
    onHash(file === undefined ? '' : await sha256(await file.arrayBuffer()))
  return (
    <label className="flex flex-col gap-1 text-12 text-second">
      {label}
      <input type="file" onChange={(event) => void read(event.target.files?.[0])} />
      {value !== '' && <span className="break-all">{value}</span>}
    </label>
  )
}
