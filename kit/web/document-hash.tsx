import { sha256 } from './sha256.ts'

/** Hashes a file on this device; the file is not sent anywhere. */
export function DocumentHash(props: {
  /** What to choose: the only word shown, because a browser's own are in the language of the machine. */
  readonly label: string
  /** Empty: no file is chosen. */
  readonly value: string
  readonly onHash: (hash: string) => void
}) {
  const { label, value, onHash } = props
  const read = async (file: File | undefined): Promise<void> =>
    onHash(file === undefined ? '' : await sha256(await file.arrayBuffer()))
  return (
    <label className="flex cursor-pointer flex-col gap-1 rounded-card border border-hair border-dashed px-3 py-2.5 focus-within:outline-2 focus-within:outline-brand">
      <span className="font-medium text-brand">{label}</span>
      <input type="file" className="sr-only" onChange={(event) => void read(event.target.files?.[0])} />
      {value !== '' && <span className="break-all text-12 text-second">{value}</span>}
    </label>
  )
}
