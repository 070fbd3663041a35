export function verifyProofFile(
  text: string,
  known?: {
    readonly hash?: string
    readonly key?: string
    readonly customer?: string
    readonly balances?: Readonly<Record<string, string>>
  },
): Promise<{ readonly ok: boolean; readonly lines: readonly string[]; readonly problem?: string }>
/** Of the kind the file says it is. */
export function verifyFile(
  text: string,
  known?: Parameters<typeof verifyProofFile>[1],
): Promise<{
  readonly kind: 'proof' | 'receipt' | 'heads' | 'log'
  readonly ok: boolean
  readonly lines: readonly string[]
  readonly problem?: string
}>
