// What service workers have beside what pages have. The site begins them with its version.

interface Client {
  postMessage(message: unknown): void;
}

interface FetchEvent extends Event {
  request: Request;
  clientId: string;
  respondWith(answer: Response | Promise<Response>): void;
}

declare const VERSION: string;
declare const registration: ServiceWorkerRegistration;
declare const clients: { claim(): Promise<void>; get(id: string): Promise<Client | undefined> };
declare function skipWaiting(): Promise<void>;
