import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'views-per-operator-hour-max':
    'Clientes cujos dados uma pessoa da equipe pode ver em uma hora; a partir de três quartos as outras são avisadas e a próxima consulta é recusada.',
}
