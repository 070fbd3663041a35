/** The code of an asset as people know it: shares without the word before. */
export function assetName(asset: string): string {
  return asset.replace(/^STK:/, '')
}

/** Whether custody is at least the liability. `percent`: a decimal with two places, `100.00` or more when it is. */
export function isCovered(percent: string): boolean {
  return /^[1-9]\d{2,}\./.test(percent)
}
