/** Work of others that this installation is made of. The build writes it (`build/licenses/`). */
export interface LicensedWork {
  readonly name: string
  readonly version: string
  /** As its package names it; nothing when the package names none. */
  readonly license?: string
  /** Lines of its license that name who holds the rights, or else its authors. */
  readonly holders: readonly string[]
  /** Which of the texts are its license and notices; empty when its package has none. */
  readonly texts: readonly number[]
  /** Part of the app a phone loads. */
  readonly inApp: boolean
}

/** The list as `/licenses.json` has it: each text once, whoever uses it. */
export interface LicenseList {
  readonly works: readonly LicensedWork[]
  readonly texts: readonly string[]
}

export const licenseListPath = '/licenses.json'
