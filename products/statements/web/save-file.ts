/** How long an address of a file stays: some phones read it only after the tap is over. */
const keptMs = 60_000

/** Hands a file that came as base64 to the phone, which saves or opens it. */
export function saveFile(name: string, type: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.rel = 'noopener'
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), keptMs)
}
