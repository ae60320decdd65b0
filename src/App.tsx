import { lazy, Suspense, useState } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { Dashboard } from './screens/dashboard/Dashboard';
import type { EditorCode } from './screens/shell/EditorCode';
import { EditorRoute } from './screens/shell/EditorRoute';
import { ErrorBoundary } from './screens/shell/ErrorBoundary';
import { NotFound } from './screens/shell/NotFound';
import { PageLoading, MissingScreen } from './screens/shell/PageLoading';
import { Shell } from './screens/shell/Shell';
import { StoresProvider } from './screens/StoresContext';
import type { RootStore } from './stores/RootStore';

const SignIn = lazy(() => import('./screens/signIn/SignIn').catch(MissingScreen.because));

/** The routes (ROUTE-1 to ROUTE-6), all inside the shell. A screen that breaks does not take the others with it. */
function Routes({ editor }: { readonly editor: EditorCode }) {
  const [path] = useLocation();
  return (
    <ErrorBoundary key={path}>
      <Suspense fallback={<PageLoading />}>
        <Switch>
          <Route path="/">
            <Dashboard />
          </Route>
          <Route path="/main/:pid">{({ pid }) => <EditorRoute editor={editor} pid={pid} />}</Route>
          <Route path="/signin">
            <SignIn />
          </Route>
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}

interface AppProps {
  readonly editor: EditorCode;
  readonly stores: RootStore;
}

export function App({ editor, stores }: AppProps) {
  // A sign-out leaves nothing on the screen: everything is read again.
  const [visit, setVisit] = useState(1);
  return (
    <StoresProvider stores={stores}>
      <ErrorBoundary>
        <Shell key={visit} onSignedOut={() => setVisit((before) => before + 1)}>
          <Routes editor={editor} />
        </Shell>
      </ErrorBoundary>
    </StoresProvider>
  );
}
