import { openPage } from "./page";
import { ServerEngine } from "./serverEngine";

openPage(new ServerEngine());
