import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  app: {
    languages: 'Idiomas oferecidos; o primeiro é o usado enquanto ninguém escolhe outro.',
    'area-code': 'Código telefônico que aparece escolhido antes de o cliente escolher.',
    'area-codes': 'Códigos telefônicos com que um cliente pode se cadastrar.',
    'stock-country': 'Bolsa mostrada primeiro: IN é a nacional (México) e US a dos Estados Unidos.',
    'main-indicator': 'Indicador desenhado sobre as velas enquanto o cliente não escolher outro.',
    'sub-indicator': 'Indicador desenhado abaixo das velas enquanto o cliente não escolher outro.',
    'system-trade-type': 'Produto com que a página de negociar abre.',
    'system-router': 'Página com que o app abre para um cliente com a sessão iniciada.',
    'loading-delay-ms': 'Milissegundos que uma página pode demorar antes de mostrar que está carregando.',
    'fee-schedule': 'Chamada pública cujo campo `fees` é a tabela publicada com que se negocia um instrumento.',
  },
  operations: {
    'withdrawals-paused-until': 'Até quando nenhum saque novo é aceito, em uma emergência. Os já aceitos continuam.',
    'deposits-paused-until':
      'Até quando nenhum depósito novo é iniciado, em uma emergência. O dinheiro que chega é creditado.',
    'orders-paused-until': 'Até quando nenhuma ordem nova é aceita, em uma emergência. Cancelar continua possível.',
  },
}
