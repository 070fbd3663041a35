export function verifyProofFile(
  text: string,
  known?: {
    readonly hash?: string
    readonly key?: string
    readonly customer?: string
    readonly balances?: Readonly<Record<string, string>>
  },
): Promise<{ readonly ok: boolean; readonly lines: readonly string[]; readonly problem?: string }>
