/** With BENCH_PROFILE=FOLDER the server writes a profile of its processor time there. */
export function profileOptions(): Readonly<Record<string, string>> {
  const folder = process.env.BENCH_PROFILE
  return folder === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` }
}
